import type { MessageView } from '@guiche/contract'
import {
  IconPhoneCall,
  IconPhoneIncoming,
  IconPhoneOff,
  IconPhoneX,
  type IconProps,
  IconVideo,
} from '@tabler/icons-react'
import { createElement } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'

const Call = z.object({ isVideo: z.boolean(), outcome: z.enum(['ringing', 'missed', 'refused', 'answered']) })
type Call = z.output<typeof Call>
type Told = Pick<MessageView, 'dataJson' | 'mediaType'>

/** What is known of a call beside the words that it came with. */
export function callOf({ dataJson, mediaType }: Told): Call | undefined {
  if (mediaType !== 'call_log') return undefined
  try {
    return z.object({ call: Call }).safeParse(JSON.parse(dataJson)).data?.call
  } catch {
    return undefined
  }
}

/** In the language of who reads it; the time stands beside it. Undefined: it is no call, or only its words are known. */
export function useCallText(message: Told): string | undefined {
  const { t } = useTranslation()
  const call = callOf(message)
  return call && t(`messages.call.${call.isVideo ? 'video' : 'voice'}.${call.outcome}`)
}

const icons = { ringing: IconPhoneIncoming, missed: IconPhoneX, refused: IconPhoneOff, answered: IconPhoneCall }

/** Says at a glance how it ended, and whether there was a picture. */
export function CallIcon({ message, ...look }: { message: Told } & Omit<IconProps, 'ref'>) {
  const call = callOf(message)
  if (call?.isVideo && (call.outcome === 'ringing' || call.outcome === 'answered')) return <IconVideo {...look} />
  return createElement(icons[call?.outcome ?? 'missed'], look)
}
