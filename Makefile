# make demo   installs what is missing, builds, simulates the default scene, leaves a movie
# make gallery   a still of every scene in docs/gallery/
# make package   a .deb and a .tar.xz in build/package/
# make test   installs what is missing, builds, runs every test
BUILD := build/release
JOBS  ?= $(shell nproc)
DEMO  := build/demo

.PHONY: all package packages test-packages build build-tests python demo gallery test test-double test-asan test-tsan test-long test-formats validate format docs clean
all: build

packages:
	@tools/install_packages

test-packages:
	@tools/install_packages --tests

build: packages
	@cmake --preset release -DWEFT_TESTS=OFF -DWEFT_PYTHON=OFF >/dev/null
	@cmake --build $(BUILD) -j $(JOBS)

build-tests: test-packages
	@cmake --preset release -DWEFT_TESTS=ON -DWEFT_PYTHON=ON >/dev/null
	@cmake --build $(BUILD) -j $(JOBS)

# import weft: PYTHONPATH=build/release/python (docs/python.md).
python: packages
	@tools/install_packages --python
	@cmake --preset release -DWEFT_PYTHON=ON >/dev/null
	@cmake --build $(BUILD) -j $(JOBS) --target weft_python
	@echo "PYTHONPATH=$(BUILD)/python"

demo: build
	@rm -rf $(DEMO).run
	@$(BUILD)/weft run scenes/demo.toml --quality draft -o $(DEMO).run
	@$(BUILD)/weft render $(DEMO).run --draft
	@$(BUILD)/weft render $(DEMO).run --still 20 --quiet -o $(DEMO).still
	@cp $(DEMO).still/pictures/000020.png $(DEMO).run/still.png
	@echo
	@echo "movie:      $(DEMO).run/movie.mp4"
	@echo "still:      $(DEMO).run/still.png"
	@echo "run folder: $(DEMO).run  (weft status $(DEMO).run)"
	@echo "next:       $(BUILD)/weft new mine --kind sand && $(BUILD)/weft run mine.toml"

gallery: build
	@tools/make_gallery $(BUILD)/weft

# The program once for AVX2 and once for AVX-512; bin/weft of a package chooses (apps/launcher/). Kernels for graphics cards are not packed.
PACK := build/package
PACK_FLAGS := -G Ninja -DCMAKE_BUILD_TYPE=Release -DWEFT_LAUNCHER=ON -DWEFT_TESTS=OFF -DWEFT_CUDA=OFF
package:
	@tools/install_packages --package
	@cmake -S . -B $(PACK)/x86-64-v4 $(PACK_FLAGS) -DWEFT_ARCH=x86-64-v4 >/dev/null
	@cmake --build $(PACK)/x86-64-v4 -j $(JOBS) --target weft
	@cmake -S . -B $(PACK)/x86-64-v3 $(PACK_FLAGS) -DWEFT_ARCH=x86-64-v3 -DWEFT_MORE_LEVELS=$(CURDIR)/$(PACK)/x86-64-v4 >/dev/null
	@cmake --build $(PACK)/x86-64-v3 -j $(JOBS)
	@cd $(PACK) && cpack --config x86-64-v3/CPackConfig.cmake

test: build-tests
	@tools/check_layers
	@ctest --test-dir $(BUILD) --output-on-failure -j $(JOBS) -LE long

test-double: test-packages
	@cmake --preset double >/dev/null
	@cmake --build build/double -j $(JOBS)
	@ctest --test-dir build/double --output-on-failure -j $(JOBS) -LE long

# With sanitizers: every unit test, the small worlds of tests/data/worlds on four threads, the validation cases that take a second. Tens of minutes each.
test-asan test-tsan: test-%: test-packages
	@cmake --preset $* >/dev/null
	@cmake --build build/$* -j $(JOBS)
	@tests/run_sanitized build/$* $(JOBS)

# What `make test` leaves out as well: ten minutes of every fuzzer, the long validation cases. tools/nightly runs it with the sanitizers and more.
test-long: build-tests
	@tools/check_layers
	@ctest --test-dir $(BUILD) --output-on-failure -j $(JOBS) -E '^validation$$'

# Opens exported files in Blender, VTK, OpenVDB and NumPy (installs them: about 1 GB); writes the table of docs/formats.md. Then the Blender add-on, window and all.
test-formats: build-tests
	@tools/install_format_readers
	@tests/formats/check_formats.py $(BUILD) build/formats --docs
	@blender/tests/run_in_blender $(BUILD)/weft build/blender

# A zip that Blender installs (docs/blender.md).
.PHONY: blender-addon
blender-addon:
	@tools/make_blender_addon build/weft_blender.zip

validate: build
	@$(BUILD)/weft validate validation --jobs 0

format:
	@git ls-files '*.h' '*.cpp' '*.inl' | xargs clang-format -i

clean:
	rm -rf build
