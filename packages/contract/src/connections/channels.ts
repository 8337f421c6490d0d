import { z } from 'zod'
import type { NeededFeature } from '../companies/plan-features.ts'

export const channels = ['whatsapp', 'facebook', 'instagram', 'webchat'] as const
export const Channel = z.enum(channels)
export type Channel = z.output<typeof Channel>

/** The feature of the plan that a connection of the channel needs. */
export const channelFeatures: Readonly<Record<Channel, NeededFeature>> = {
  whatsapp: 'useWhatsapp',
  facebook: 'useFacebook',
  instagram: 'useInstagram',
  webchat: 'none',
}
