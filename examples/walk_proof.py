"""A proof walked through: why the 3x3 board of Cram is lost for who begins, move by move."""
import zermelo

certificate = zermelo.prove("cram", "3x3")
tree = zermelo.walk(certificate)
print(f"{tree.claim}: {len(tree)} positions prove it")
print("after every move there is an answer that wins:")
for move in tree.root:
    [answer] = move.children
    print(f"  {move.position} is answered by {answer.position}, which is lost: {answer.why}")
print("the whole tree:")
print(tree)
