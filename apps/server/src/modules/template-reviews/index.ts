import type { Meta } from '#channels/meta'
import type { Deps } from '#platform/deps'
import { mediaLinks } from '#modules/media'
import { defineSyncing } from './sync-templates.ts'
import { templateReviewsRoutes } from './template-reviews.routes.ts'

/** Message templates at Meta: read, made, changed and deleted there. `message-templates` keeps them. */
export function registerTemplateReviews(deps: Deps, meta: Meta): void {
  const reviews = { ...deps, meta }
  templateReviewsRoutes(reviews, mediaLinks(deps))
  defineSyncing(reviews)
}
