import type { UserView } from '@guiche/contract'

/** The server gives only the file name of a user's picture (docs/requirements/service.md, section 7). */
export function userPicture({ companyId, profileImage }: Pick<UserView, 'companyId' | 'profileImage'>): string | null {
  return profileImage ? `/public/company${companyId}/user/${encodeURIComponent(profileImage)}` : null
}
