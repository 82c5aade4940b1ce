import { ChevronLeft, ChevronRight, Pause, Play } from "lucide-react";
import { useEffect, useRef, useState, type FocusEvent, type ReactNode, type Ref } from "react";
import { useEmbla } from "./use-embla.ts";
import { useReducedMotion } from "./use-reduced-motion.ts";

/** How long each slide shows: docs/product/site.md, Carousels. */
const advanceAfterMs = 3000;

type CarouselProps = {
	/** The accessible name. */
	label: string;
	/** A thumbnail replaces the slide's dot. */
	slides: { key: string; content: ReactNode; thumbnail?: ReactNode }[];
	/** The width of a slide, as classes such as "basis-full md:basis-1/3". */
	slideClass: string;
	/** False while the carousel is in a hidden panel: it neither moves nor listens. */
	active?: boolean;
	arrows?: "always" | "phone" | "never";
	dots?: "always" | "phone";
	autoplay?: boolean;
};

const thumbnailClass =
	"min-w-12 flex-1 overflow-hidden rounded-6 border-2 border-hairline transition hover:border-border aria-[current=true]:border-ink md:w-28 md:flex-none";

// Slides that do not move by themselves need arrows at every window width.
const arrowClasses = { always: "", phone: "md:motion-safe:hidden" };
const dotClasses = { always: "", phone: "md:hidden" };

/**
 * A looping carousel that advances by itself, with a pause button that is always visible (WCAG 2.2.2).
 *
 * It pauses under the pointer and while a keyboard is in it, and never moves for visitors who prefer less motion.
 * Slides out of view cannot be tabbed to. Without scripts it is a strip to scroll by hand.
 */
export function Carousel({
	label,
	slides,
	slideClass,
	active = true,
	arrows = "always",
	dots = "always",
	autoplay = true,
}: CarouselProps) {
	const still = useReducedMotion();
	const loops = slides.length > 1;
	const thumbnails = slides.some(({ thumbnail }) => thumbnail !== undefined);
	const viewport = useRef<HTMLDivElement>(null);
	const embla = useEmbla(viewport, { active, loop: loops, duration: still ? 0 : 25 });
	const [paused, setPaused] = useState(false);
	const [underPointer, setUnderPointer] = useState(false);
	const [focused, setFocused] = useState(false);
	const pauseButton = useRef<HTMLButtonElement>(null);
	const [selected, setSelected] = useState(0);
	const [visible, setVisible] = useState<number[]>();
	// Until scripts run there is nothing to control, so controls only reserve their space; thumbnails must be rendered to
	// know theirs.
	const controls = embla !== undefined || thumbnails;
	const moves = autoplay && loops && !still && !paused && active && !underPointer && !focused;

	useEffect(() => {
		if (!embla) return;
		const follow = () => {
			setSelected(embla.selectedScrollSnap());
			setVisible(embla.slidesInView());
		};
		follow();
		embla.on("select", follow).on("slidesInView", follow).on("reInit", follow);
		return () => void embla.off("select", follow).off("slidesInView", follow).off("reInit", follow);
	}, [embla]);

	// Each slide gets the whole time, also after a manual change.
	useEffect(() => {
		if (!embla || !moves) return;
		const timer = setInterval(() => {
			if (!document.hidden) embla.scrollNext();
		}, advanceAfterMs);
		return () => clearInterval(timer);
	}, [embla, moves, selected]);

	/** A mouse click focuses too, but does not pause; on the pause button itself, the button decides. */
	const holdForKeyboard = ({ target }: FocusEvent) =>
		setFocused(target !== pauseButton.current && target.matches(":focus-visible"));

	return (
		<section aria-roledescription="carousel" aria-label={label}>
			<div onFocus={holdForKeyboard} onBlur={() => setFocused(false)}>
				<div
					ref={viewport}
					data-live={embla ? "" : undefined}
					// Until scripts move the strip, a keyboard must be able to scroll it; afterwards it may keep the focus.
					tabIndex={embla ? -1 : 0}
					onPointerEnter={() => setUnderPointer(true)}
					onPointerLeave={() => setUnderPointer(false)}
					className="carousel-viewport"
				>
					<ul className="-ml-6 flex" aria-live={moves ? "off" : "polite"}>
						{slides.map(({ key, content }, index) => (
							<li
								key={key}
								aria-roledescription="slide"
								aria-label={`${index + 1} of ${slides.length}`}
								inert={embla !== undefined && visible !== undefined && visible.length > 0 && !visible.includes(index)}
								className={`carousel-slide min-w-0 shrink-0 grow-0 pl-6 ${slideClass}`}
							>
								{content}
							</li>
						))}
					</ul>
				</div>
				{loops && (
					<div className={`mt-6 flex min-h-11 flex-wrap items-center gap-3 ${embla ? "" : "invisible"}`}>
						{controls && (
							<>
								{arrows !== "never" && (
									<>
										<CarouselButton
											label="Previous"
											className={arrowClasses[arrows]}
											onClick={() => embla?.scrollPrev()}
										>
											<ChevronLeft aria-hidden="true" />
										</CarouselButton>
										<CarouselButton label="Next" className={arrowClasses[arrows]} onClick={() => embla?.scrollNext()}>
											<ChevronRight aria-hidden="true" />
										</CarouselButton>
									</>
								)}
								{autoplay && (
									// Hidden only by CSS for visitors who prefer less motion: appearing later, it would shift the dots.
									<CarouselButton
										ref={pauseButton}
										label={paused ? "Play" : "Pause"}
										className="motion-reduce:hidden"
										onClick={() => setPaused(!paused)}
									>
										{paused ? (
											<Play aria-hidden="true" className="size-5" />
										) : (
											<Pause aria-hidden="true" className="size-5" />
										)}
									</CarouselButton>
								)}
								<div className={`flex flex-wrap ${dotClasses[dots]} ${thumbnails ? "w-full gap-2 md:w-auto" : ""}`}>
									{slides.map(({ key, thumbnail }, index) => (
										<button
											key={key}
											type="button"
											aria-label={`Go to ${index + 1} of ${slides.length}`}
											aria-current={index === selected ? "true" : undefined}
											onClick={() => embla?.scrollTo(index)}
											className={thumbnail ? thumbnailClass : "group grid size-6 place-items-center rounded-full"}
										>
											{thumbnail ?? (
												<span className="size-2.5 rounded-full border border-border bg-paper group-aria-[current=true]:border-ink group-aria-[current=true]:bg-ink forced-colors:group-aria-[current=true]:bg-[CanvasText]" />
											)}
										</button>
									))}
								</div>
							</>
						)}
					</div>
				)}
			</div>
		</section>
	);
}

type CarouselButtonProps = {
	ref?: Ref<HTMLButtonElement>;
	label: string;
	className?: string;
	onClick: () => void;
	children: ReactNode;
};

function CarouselButton({ ref, label, className = "", onClick, children }: CarouselButtonProps) {
	return (
		<button
			ref={ref}
			type="button"
			aria-label={label}
			onClick={onClick}
			className={`grid size-11 place-items-center rounded-full border border-border text-ink transition hover:border-ink hover:bg-ink hover:text-paper ${className}`}
		>
			{children}
		</button>
	);
}
