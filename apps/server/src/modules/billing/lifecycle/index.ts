import type { Deps } from '#platform/deps'
import type { Mail } from '#modules/mail'
import type { UserNotices } from '#modules/user-notices'
import { noticeTextRoutes } from './notice-texts.routes.ts'
import { sendReceipt } from './send-receipt.ts'
import { beginNotice, noteNotices, showState, tellNotice } from './tell-notice.ts'

export { followGrace } from './follow-grace.ts'

const rules = { retryLimit: 8, retryDelay: 5, retryDelayMax: 600, expireInSeconds: 60, atOnce: 2 }

/** What happens as a due date comes and passes (docs/requirements/back-office.md, section 4). */
export function registerLifecycle(deps: Deps, wiring: { mail: Mail; notices: UserNotices }): void {
  const { jobs, followers } = deps
  noticeTextRoutes(deps)
  jobs.define('subscription.show', rules, ({ companyId }) => showState(deps, companyId))
  jobs.define('subscription.notice', rules, (notice) => beginNotice(deps, notice))
  followers.follow('invoice.paid', 'billing.receipt', (companyId, { invoiceId }) =>
    sendReceipt({ ...deps, ...wiring }, companyId, invoiceId),
  )
  jobs.define('subscription.tell', rules, (notice) => tellNotice({ ...deps, ...wiring }, notice))
  jobs.defineTimer('subscription.notices', '*/10 * * * *', async () => {
    await noteNotices(deps)
  })
}
