import { Link } from "react-router";
import type { PlaceGroup } from "./places.ts";

/** Lists places by groups, each with what it is about. */
export function PlaceList({ groups }: { groups: PlaceGroup[] }) {
	return (
		<div className="settings">
			{groups.map(({ name, places }) => (
				<section key={name} aria-label={name}>
					<h2>{name}</h2>
					<ul>
						{places.map((place) => (
							<li key={place.path}>
								<Link to={place.path}>
									<bdi>{place.name}</bdi>
								</Link>
								<p>{place.about}</p>
							</li>
						))}
					</ul>
				</section>
			))}
		</div>
	);
}
