/** A page of a resume as a picture, with its text. */
export type ResumePage = {
	/** PNG. */
	picture: Uint8Array;
	widthPx: number;
	heightPx: number;
	text: string;
};

/** A resume's safe view: pictures of its pages, or its text as harmless HTML; or why there is none. */
export type ResumeView =
	| { shows: "pages"; pages: ResumePage[]; pageCount: number }
	| { shows: "text"; html: string }
	| { shows: "nothing"; why: "gone" | "other-kind" | "unreadable" };
