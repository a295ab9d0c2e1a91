/** Scripts that windrow also runs in the pages of its own browser; each file says what it does. */

declare module "*/shape.js" {
  /** Number of elements, checksum of their paths, length of the text, height, loading state, number of scripts. */
  const shape: () => [number, number, number, number, string, number];
  export default shape;
}

declare module "*/press.js" {
  const press: () => boolean;
  export default press;
}

declare module "*/gather.js" {
  const gather: (done: boolean) => boolean;
  export default gather;
}
