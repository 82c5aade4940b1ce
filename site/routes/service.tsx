import { data } from "react-router";
import { contentContext } from "../../features/publishing/content-context.server.ts";
import type { Service } from "../../features/publishing/content-schema.ts";
import type { Content } from "../../features/publishing/documents/content.ts";
import { headOf, hiddenHead } from "../../features/publishing/page-head.server.ts";
import { describePage } from "../../features/publishing/page-meta.ts";
import { resolvePicture } from "../../features/publishing/pictures.server.ts";
import { describeBreadcrumbs, describeService } from "../../features/publishing/structured-data.server.ts";
import { originPlaceholder } from "../../platform/pages/origin.ts";
import { findEnquiryForm, pathOfEnquiryForm } from "../../shared/enquiry-form.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { PrintedAddress } from "../layout/printed-address.tsx";
import { NotFound } from "../sections/not-found.tsx";
import { ServiceClosing } from "../sections/service-closing.tsx";
import { ServiceHeader } from "../sections/service-header.tsx";
import { ServiceOffers } from "../sections/service-offers.tsx";
import { ServiceProcess } from "../sections/service-process.tsx";
import { ServiceTestimonials } from "../sections/service-testimonials.tsx";
import type { Route } from "./+types/service.ts";

const notFoundMeta = { title: "Service not found", description: "There is no service at this address." };

export function loader({ params, context }: Route.LoaderArgs) {
	const content = context.get(contentContext);
	const service = findService(content, params.serviceName);
	if (!service) {
		const head = hiddenHead(content, `/case-study/${encodeURIComponent(params.serviceName)}`, notFoundMeta);
		return data({ head, service: undefined }, { status: 404 });
	}
	const path = `/case-study/${service.slug}`;
	const trail = [
		{ name: "Services", path: "/services" },
		{ name: service.title, path },
	];
	return data({
		head: headOf(content, path, {
			meta: service.meta,
			structuredData: [
				describeService(service, content.company, originPlaceholder),
				describeBreadcrumbs(trail, originPlaceholder),
			],
		}),
		service: {
			title: service.title,
			// The one place that shortens the title: "Our Security Services services" would stutter.
			offersName: service.title.replace(/ services$/i, ""),
			header: {
				tagline: service.header.tagline,
				description: service.header.description,
				cta: service.header.cta,
				picture: resolvePicture(content, service.header.image),
			},
			offers: service.services,
			process: { ...service.process, picture: resolvePicture(content, service.process.image) },
			testimonials: service.testimonials,
			...(service.enquiryForm && { form: findEnquiryForm(content.company, service.slug)?.service }),
		},
	});
}

/** Finds a service by the name in the address, ignoring case: docs/product/site.md, Service pages. */
function findService({ services }: Content, name: string): Service | undefined {
	const wanted = name.toLowerCase();
	return services.find(({ slug, title }) => slug === wanted || title.toLowerCase() === wanted);
}

export const meta: Route.MetaFunction = ({ loaderData }) => (loaderData ? describePage(loaderData.head) : []);

export default function ServicePage({ loaderData: { head, service } }: Route.ComponentProps) {
	if (!service) {
		return (
			<NotFound
				title="Service not found."
				explanation="There is no service at this address. It may have been renamed, or the link may be incomplete."
			>
				<ButtonLink look="secondary" to="/">
					Back to Services
				</ButtonLink>
				<ButtonLink to="/">Return to Services</ButtonLink>
			</NotFound>
		);
	}
	const { title, offersName, header, offers, process, testimonials, form = "" } = service;
	const formPath = pathOfEnquiryForm(form);
	return (
		<>
			<ServiceHeader title={title} {...header} formPath={formPath} />
			<ServiceOffers name={offersName} offers={offers} />
			<ServiceProcess {...process} />
			<ServiceTestimonials name={title} quotes={testimonials} />
			<PrintedAddress head={head} />
			<ServiceClosing name={title} formPath={formPath} />
		</>
	);
}
