import { appGallery } from "./scenes-gallery-app.ts";
import { designGallery } from "./scenes-gallery-design.ts";
import { erpGallery } from "./scenes-gallery-erp.ts";
import { websiteGallery } from "./scenes-gallery-website.ts";

/** Gallery pictures of the services, by path below content/pictures. */
export const galleryIllustrations: Readonly<Record<string, () => string>> = {
	...websiteGallery,
	...appGallery,
	...designGallery,
	...erpGallery,
};
