import type { UserView } from '@guiche/contract'

/** Of a user the server gives the bare file name (docs/requirements/service.md, section 7). */
export function userPicture({ companyId, profileImage }: Pick<UserView, 'companyId' | 'profileImage'>): string | null {
  return profileImage ? `/public/company${companyId}/user/${encodeURIComponent(profileImage)}` : null
}
