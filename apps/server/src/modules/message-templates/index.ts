import type { Deps } from '#platform/deps'
import { mediaLinks } from '#modules/media'
import './message-templates.facts.ts'
import { messageTemplatesLive } from './message-templates.live.ts'
import { messageTemplatesRoutes } from './message-templates.routes.ts'

export { accessTemplate, accessTemplateForChange } from './access-template.ts'
export { type FilledTemplate, type UsableTemplate, fillTemplate, filledWith, usableTemplates } from './fill-template.ts'
export { presentTemplate } from './message-templates.presenter.ts'
export {
  type HeaderFileRow,
  type TemplateChange,
  type TemplateRow,
  approvedTemplates,
  changeTemplate,
  findByNetworkId,
  findTemplateFile,
  findTemplateNamed,
  keepTemplateFile,
  readClock,
  removeTemplate,
} from './message-templates.repository.ts'
export { applyTemplateNews, askForTemplates, noteRefused, storeTemplates } from './store-templates.ts'

/** Messages with approved wording. `template-reviews` asks Meta for them. */
export function registerMessageTemplates(deps: Deps): void {
  const links = mediaLinks(deps)
  messageTemplatesRoutes(deps, links)
  messageTemplatesLive(deps, links)
}
