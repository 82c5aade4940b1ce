import { roles, type Role } from "../../shared/roles.ts";

const meanings: Record<Role, string> = {
	admin: "sees everything, invites members and manages the system",
	sales: "enquiries and calls",
	recruiter: "jobs and applications",
	interviewer: "the applicants they interview",
	editor: "site content",
};

/** The roles of an account; several can be chosen. */
export function RoleFields({ chosen }: { chosen: readonly Role[] }) {
	return (
		<fieldset>
			<legend>Roles</legend>
			<div className="checks">
				{roles.map((role) => (
					<label key={role}>
						<input type="checkbox" name="role" value={role} defaultChecked={chosen.includes(role)} />
						<span>
							<strong>{role}</strong>: {meanings[role]}
						</span>
					</label>
				))}
			</div>
		</fieldset>
	);
}
