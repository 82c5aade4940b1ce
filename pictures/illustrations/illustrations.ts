import { blogIllustrations } from "./scenes-blog.ts";
import { galleryIllustrations } from "./scenes-gallery.ts";
import { homeIllustrations } from "./scenes-home.ts";
import { companyIllustrations } from "./scenes-pages-company.ts";
import { visitIllustrations } from "./scenes-pages-visit.ts";
import { peopleIllustrations } from "./scenes-people.ts";
import { aiIllustrations } from "./scenes-service-ai.ts";
import { appIllustrations } from "./scenes-service-app.ts";
import { crmIllustrations } from "./scenes-service-crm.ts";
import { designIllustrations } from "./scenes-service-design.ts";
import { erpIllustrations } from "./scenes-service-erp.ts";
import { marketingIllustrations } from "./scenes-service-marketing.ts";
import { securityIllustrations } from "./scenes-service-security.ts";
import { websiteIllustrations } from "./scenes-service-website.ts";

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
