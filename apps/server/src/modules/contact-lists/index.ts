import type { Deps } from '#platform/deps'
import type { NumberCheck } from '#modules/contacts'
import { defineChecks } from './check-numbers.ts'
import './contact-lists.facts.ts'
import { contactListsLive } from './contact-lists.live.ts'
import { contactListsRoutes } from './contact-lists.routes.ts'
import { defineListImport } from './import-job.ts'
import { contactListImportsRoutes } from './imports.routes.ts'
import { defineRemoval } from './remove-list-job.ts'

export { digitsIn, isValid } from './tables/items.repository.ts'
export { forgetListed } from './forget-listed.ts'
export { createFilledList, fillList, lockFilling } from './save-contact-list.ts'
export { rememberCheck } from './check-numbers.ts'
export { forgetInvalid } from './tables/checks.repository.ts'

export function registerContactLists(deps: Deps, { numbers }: { numbers: NumberCheck }): void {
  contactListsRoutes(deps)
  contactListsLive(deps)
  contactListImportsRoutes(deps)
  defineRemoval(deps)
  defineListImport(deps)
  defineChecks(deps, numbers)
}
