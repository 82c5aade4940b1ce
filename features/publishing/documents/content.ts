import type { CareersFacts } from "../../../shared/careers.ts";
import type { Company } from "../../../shared/company.ts";
import type { DeskFacts } from "../../../shared/desk.ts";
import type {
	Author,
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
import type { DocumentFrontMatter, Pages } from "../page-schema.ts";

/** Everything that the site says, validated, with Markdown already turned into HTML and quotes cleaned. */
export type Content = {
	company: Company;
	careers: CareersFacts;
	desk: DeskFacts;
	home: Home;
	services: Service[];
	projects: Project[];
	launchingSoon: Record<string, string[]>;
	posts: Post[];
	authors: Author[];
	/** What the jobs table is first filled with; descriptions are HTML. */
	jobs: JobSeed[];
	team: Team;
	testimonials: Testimonial[];
	faq: FaqItem[];
	terms: Terms;
	/** Title and description of the pages that have no document of their own, by path. */
	pages: Record<string, PageMeta>;
	/** What stands on those pages, by file name in content/pages. */
	copy: Pages;
	documents: { privacy: LongDocument; accessibility: LongDocument };
	/** Every picture by its path below pictures/; narrower copies of a picture are its variants. */
	pictures: Record<string, PictureFile>;
};

/** A page that is one long text. */
export type LongDocument = DocumentFrontMatter & { html: string; headings: { id: string; text: string }[] };

/**
 * A picture at its address, which names its bytes, so that it may be kept for ever. Sizes in CSS pixels of the file itself; `variants` are
 * the same picture in fewer pixels, narrowest first; `svg` is its text, for SVG alone; `bytes` is what each file weighs.
 */
export type PictureFile = {
	url: string;
	width: number;
	height: number;
	bytes: number;
	variants: { src: string; url: string; width: number; bytes: number }[];
	svg?: string;
};
