// Certificates: asked for, checked by the server, kept as a file that "zermelo verify" checks again.
import {h, figure, save, toast} from "./dom.js";
import {problem, t} from "./strings.js";

// A button that asks for a proof and keeps it; what came of it is said beside it. `ask` gives the
// answer of the API.
export function proofButton(ask) {
  const told = h("span", {class: "proof-told", role: "status"});
  const button = h("button", {class: "proof", title: t("certificateHelp"), onclick: async () => {
    button.disabled = true;
    told.textContent = t("proving");
    try {
      const proof = await ask();
      if (proof.certificate) save(`${proof.game}-${proof.position}`.replace(/[^\w.-]+/g, "_").slice(0, 60) + ".proof", proof.certificate);
      told.textContent = proof.verified ? t("verified", {n: figure(proof.entries)}) : t("notVerified");
      told.classList.toggle("good", proof.verified);
    } catch (error) {
      told.textContent = "";
      toast(t("error", {text: problem(error)}), true);
    }
    button.disabled = false;
  }}, t("certificate"));
  return h("span", {class: "proof-place"}, button, told);
}
