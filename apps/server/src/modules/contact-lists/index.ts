import type { Deps } from '#platform/deps'
import './contact-lists.facts.ts'
import { contactListsLive } from './contact-lists.live.ts'
import { contactListsRoutes } from './contact-lists.routes.ts'
import { contactListImportsRoutes, defineListImport } from './imports/index.ts'
import { defineRemoval } from './remove-list-job.ts'

export function registerContactLists(deps: Deps): void {
  contactListsRoutes(deps)
  contactListsLive(deps)
  contactListImportsRoutes(deps)
  defineRemoval(deps)
  defineListImport(deps)
}
