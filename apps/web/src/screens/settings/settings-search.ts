import { z } from 'zod'

const tabs = ['options', 'hours', 'holidays', 'companies', 'plans', 'payments', 'notices', 'helps', 'mail'] as const
export type SettingsTab = (typeof tabs)[number]

/** What the address says: the tab that is open. Anything else in it is ignored. */
export const SettingsSearch = z.object({ tab: z.enum(tabs).optional().catch(undefined) })
