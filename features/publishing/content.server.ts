import content from "virtual:content";

/** Everything the site says, as it stood when the site was built. */
export { content };
