import content from "virtual:content";

/** The content that the site was built with. */
export { content };
