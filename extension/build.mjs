/** Builds the extension for both browsers: node build.mjs OUT. One source, two manifests. */

import { svelte } from "@sveltejs/vite-plugin-svelte";
import { cp, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "vite";

const [out] = process.argv.slice(2);
const root = dirname(fileURLToPath(import.meta.url));
// Browsers accept only numbers in a version: 0.1.0.dev0 becomes 0.1.0.
const [, version] = /^version = "(\d+(?:\.\d+)*)/m.exec(await readFile(join(root, "../pyproject.toml"), "utf-8"));
const folder = resolve(out, "built");

/** The scripts that windrow runs in its own browser are one expression per file; turn them into modules. */
const expressions = {
  name: "expressions",
  enforce: "pre",
  transform: (code, id) => {
    if (!id.includes("/windrow/read/browser/")) return null;
    // Some files call their function at once; here the caller does so when it needs it.
    const called = code.trimEnd().replace(/\)\(\)$/, ")");
    return { code: `export default ${called};`, map: null };
  },
};

const common = { root, configFile: false, logLevel: "warn" };
// People should be able to read what an extension does, so the code is not minified.
const output = { outDir: folder, emptyOutDir: false, minify: false, modulePreload: false };

await rm(out, { recursive: true, force: true });
await build({
  ...common,
  base: "./",
  plugins: [svelte()],
  build: {
    ...output,
    rollupOptions: {
      input: join(root, "panel.html"),
      output: { entryFileNames: "panel.js", assetFileNames: "panel.[ext]" },
    },
  },
});
for (const [name, file] of [["background", "background.ts"], ["page", "page/main.ts"]])
  await build({
    ...common,
    plugins: [expressions],
    build: { ...output, lib: { entry: join(root, "src", file), formats: ["iife"], name: `windrow_${name}`, fileName: () => `${name}.js` } },
  });
for (const browser of ["chromium", "firefox"]) {
  const made = resolve(out, browser);
  await mkdir(made, { recursive: true });
  await cp(folder, made, { recursive: true });
  const manifest = JSON.parse(await readFile(join(root, `manifest.${browser}.json`), "utf-8"));
  await writeFile(join(made, "manifest.json"), JSON.stringify({ ...manifest, version }, null, 2) + "\n");
  console.log(`${basename(out)}/${browser}`);
}
await rm(folder, { recursive: true });
