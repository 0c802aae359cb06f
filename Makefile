# Thin: every target calls meson or a script.
all: run

run:
	@./zermelo --version

test:
	@tools/install.sh run test lint
	@tools/install.sh browser || echo "the page will not be tested in a browser" >&2
	@tests/run.sh

test-long:
	@tools/install.sh run test lint
	@tools/install.sh browser || echo "the page will not be tested in a browser" >&2
	@ZM_LONG=1 tests/run.sh
	@tools/install.sh fuzz
	@tests/fuzz/run.sh

bench:
	@for name in $$(./zermelo bench | cut -d' ' -f1); do echo "== $$name"; ./zermelo bench $$name; done

lint:
	@tools/install.sh lint
	@git ls-files '*.c' '*.h' | xargs clang-format --dry-run -Werror

format:
	@tools/install.sh lint
	@git ls-files '*.c' '*.h' | xargs clang-format -i

install:
	@tools/install.sh run
	@[ -f build/install/build.ninja ] || meson setup build/install -Dtests=false $(if $(PREFIX),--prefix=$(PREFIX)) >/dev/null
	@ninja -C build/install install

docs:
	@tools/reference.py

deb:
	@tools/install.sh run
	@tools/deb.sh

dist:
	@tools/install.sh run
	@tools/dist.sh

clean:
	rm -rf build dist

.PHONY: all run test test-long bench lint format install docs deb dist clean
