import { aiGallery } from "./scenes-gallery-ai.ts";
import { appGallery } from "./scenes-gallery-app.ts";
import { crmGallery } from "./scenes-gallery-crm.ts";
import { designGallery } from "./scenes-gallery-design.ts";
import { erpGallery } from "./scenes-gallery-erp.ts";
import { marketingGallery } from "./scenes-gallery-marketing.ts";
import { securityGallery } from "./scenes-gallery-security.ts";
import { websiteGallery } from "./scenes-gallery-website.ts";

/** Gallery pictures of the eight services, by path below content/pictures. */
export const galleryIllustrations: Readonly<Record<string, () => string>> = {
	...websiteGallery,
	...appGallery,
	...designGallery,
	...erpGallery,
	...marketingGallery,
	...aiGallery,
	...securityGallery,
	...crmGallery,
};
