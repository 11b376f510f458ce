// Styles are imported for their effect: the bundler puts them into the page's CSS.
declare module "*.css" {}
