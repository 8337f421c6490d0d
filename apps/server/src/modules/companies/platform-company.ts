/** The company of those who run the installation. It never expires (docs/requirements/workspace.md, section 3). */
export const platformCompany = 1
