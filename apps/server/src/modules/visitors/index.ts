import type { Deps } from '#platform/deps'
import { sweepVisitors } from './sweep-visitors.ts'

export {
  type Visitor,
  type WebChat,
  accessChatOfVisitor,
  accessVisitor,
  accessVisitorIn,
  accessWebChat,
  findWebChat,
  getWebChat,
} from './access-web-chat.ts'
export { createVisitor } from './create-visitor.ts'
export { type VisitorLimits, createVisitorLimits } from './visitor-limits.ts'
export { findArrival, findVisitor, isOurs, isOursBelow } from './visitors.repository.ts'
export { mayUse } from './web-chat.policy.ts'

export function registerVisitors(deps: Deps): void {
  deps.jobs.defineTimer('visitors.sweep', '37 3 * * *', () => sweepVisitors(deps))
}
