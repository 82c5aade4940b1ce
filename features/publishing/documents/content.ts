import type { CareersSettings } from "../../../shared/careers.ts";
import type { Company } from "../../../shared/company.ts";
import type { DeskSettings } from "../../../shared/desk.ts";
import type {
	Author,
	CallPage,
	FaqItem,
	Home,
	JobSeed,
	PageMeta,
	Post,
	Project,
	Service,
	Team,
	Terms,
	Testimonial,
} from "../content-schema.ts";
import type { Menus } from "../menu-schema.ts";
import type { DocumentFrontMatter, Pages } from "../page-schema.ts";
import type { LandingPage } from "../section-schema.ts";

/** The validated content of the site, with Markdown rendered to HTML and quotes cleaned. */
export type Content = {
	company: Company;
	careers: CareersSettings;
	desk: DeskSettings;
	home: Home;
	services: Service[];
	projects: Project[];
	launchingSoon: Record<string, string[]>;
	/** Types of calls besides the demo call; the company has their settings too. */
	callPages: CallPage[];
	posts: Post[];
	/** Pages of sections, by address; Markdown is rendered. */
	landingPages: LandingPage[];
	authors: Author[];
	/** The jobs that first fill the table; descriptions are HTML. */
	jobs: JobSeed[];
	team: Team;
	testimonials: Testimonial[];
	faq: FaqItem[];
	/** Entries of navigation and footer after those of every site. */
	menus: Menus;
	terms: Terms;
	/** Titles and descriptions of pages without their own document, by path. */
	pages: Record<string, PageMeta>;
	/** Texts of those pages, by file name in content/pages. */
	copy: Pages;
	documents: { privacy: LongDocument; accessibility: LongDocument };
	/** Pictures by path below pictures/; narrower copies are their variants. */
	pictures: Record<string, PictureFile>;
};

/** A page with one long text. */
export type LongDocument = DocumentFrontMatter & { html: string; headings: { id: string; text: string }[] };

/**
 * A picture at an address that names its bytes, so that it can be cached for ever. Sizes in CSS pixels; `variants` are narrower copies,
 * narrowest first; `svg` is its text, only for SVG; `bytes` is the size of each file.
 */
export type PictureFile = {
	url: string;
	width: number;
	height: number;
	bytes: number;
	variants: { src: string; url: string; width: number; bytes: number }[];
	svg?: string;
};
