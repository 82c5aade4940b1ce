import { homeIllustrations } from "./scenes-home.ts";
import { appIllustrations } from "./scenes-service-app.ts";
import { designIllustrations } from "./scenes-service-design.ts";
import { marketingIllustrations } from "./scenes-service-marketing.ts";
import { erpIllustrations } from "./scenes-service-erp.ts";
import { securityIllustrations } from "./scenes-service-security.ts";
import { crmIllustrations } from "./scenes-service-crm.ts";
import { aiIllustrations } from "./scenes-service-ai.ts";
import { websiteIllustrations } from "./scenes-service-website.ts";
import { visitIllustrations } from "./scenes-pages-visit.ts";
import { companyIllustrations } from "./scenes-pages-company.ts";
import { peopleIllustrations } from "./scenes-people.ts";
import { galleryIllustrations } from "./scenes-gallery.ts";
import { blogIllustrations } from "./scenes-blog.ts";

/** Drawing functions of the illustrations, by path below content/pictures. */
export const illustrations: Readonly<Record<string, () => string>> = {
	...homeIllustrations,
	...appIllustrations,
	...designIllustrations,
	...marketingIllustrations,
	...erpIllustrations,
	...securityIllustrations,
	...crmIllustrations,
	...aiIllustrations,
	...websiteIllustrations,
	...companyIllustrations,
	...visitIllustrations,
	...peopleIllustrations,
	...galleryIllustrations,
	...blogIllustrations,
};
