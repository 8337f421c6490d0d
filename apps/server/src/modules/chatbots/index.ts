import type { Deps } from '#platform/deps'
import './chatbots.facts.ts'
import { chatbotsLive } from './chatbots.live.ts'
import { chatbotsRoutes } from './chatbots.routes.ts'

export { presentOption } from './chatbots.presenter.ts'
export { type Option, type OptionRow, firstLevelsOf } from './chatbots.repository.ts'
export { draftMenu } from './draft-menu.ts'
export { saveMenu } from './save-menu.ts'

export function registerChatbots(deps: Deps): void {
  chatbotsRoutes(deps)
  chatbotsLive(deps)
}
