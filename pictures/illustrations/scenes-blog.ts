import { customerPosts } from "./scenes-blog-customers.ts";
import { designPosts } from "./scenes-blog-design.ts";
import { engineeringPosts } from "./scenes-blog-engineering.ts";
import { managementPosts } from "./scenes-blog-management.ts";
import { productPosts } from "./scenes-blog-product.ts";

/** Pictures of the blog's posts, by path below content/pictures. */
export const blogIllustrations: Readonly<Record<string, () => string>> = {
	...designPosts,
	...engineeringPosts,
	...managementPosts,
	...customerPosts,
	...productPosts,
};
