/** What windrow runs in the pages of its own browser; each file says what it does. */

declare module "*/shape.js" {
  /** Elements, a sum over their paths, signs of text, height, how far loading is, scripts. */
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
