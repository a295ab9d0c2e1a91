export { default } from "../studio/svelte.config.js";
