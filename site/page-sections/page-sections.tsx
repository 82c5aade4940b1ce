import {
	CallSection,
	FormSection,
	JobsSection,
	PostsSection,
	ProjectsSection,
	QuotesSection,
} from "./content-sections.tsx";
import { CardsSection, FiguresSection, QuestionsSection, StepsSection, TableSection } from "./item-sections.tsx";
import { GallerySection, LogosSection } from "./picture-sections.tsx";
import type { SectionView } from "./section-view.ts";
import { PictureTextSection, TextSection } from "./text-sections.tsx";

/** Draws sections of any type, one below the other. */
export function PageSections({ sections }: { sections: SectionView[] }) {
	return sections.map((section) => <PageSection key={section.id} section={section} />);
}

function PageSection({ section }: { section: SectionView }) {
	switch (section.type) {
		case "text":
			return <TextSection section={section} />;
		case "picture-text":
			return <PictureTextSection section={section} />;
		case "cards":
			return <CardsSection section={section} />;
		case "steps":
			return <StepsSection section={section} />;
		case "quotes":
			return <QuotesSection section={section} />;
		case "figures":
			return <FiguresSection section={section} />;
		case "logos":
			return <LogosSection section={section} />;
		case "questions":
			return <QuestionsSection section={section} />;
		case "table":
			return <TableSection section={section} />;
		case "gallery":
			return <GallerySection section={section} />;
		case "form":
			return <FormSection section={section} />;
		case "call":
			return <CallSection section={section} />;
		case "posts":
			return <PostsSection section={section} />;
		case "projects":
			return <ProjectsSection section={section} />;
		case "jobs":
			return <JobsSection section={section} />;
	}
}
