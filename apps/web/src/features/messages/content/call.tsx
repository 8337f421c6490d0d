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
type CallMessage = Pick<MessageView, 'dataJson' | 'mediaType'>

/** Structured data of a call, if its message has any. */
export function callOf({ dataJson, mediaType }: CallMessage): Call | undefined {
  if (mediaType !== 'call_log') return undefined
  try {
    return z.object({ call: Call }).safeParse(JSON.parse(dataJson)).data?.call
  } catch {
    return undefined
  }
}

/** A call as translated text. Undefined if it is no call, or only its original text is known. */
export function useCallText(message: CallMessage): string | undefined {
  const { t } = useTranslation()
  const call = callOf(message)
  return call && t(`messages.call.${call.isVideo ? 'video' : 'voice'}.${call.outcome}`)
}

const icons = { ringing: IconPhoneIncoming, missed: IconPhoneX, refused: IconPhoneOff, answered: IconPhoneCall }

/** Shows how the call ended, and whether it was a video call. */
export function CallIcon({ message, ...look }: { message: CallMessage } & Omit<IconProps, 'ref'>) {
  const call = callOf(message)
  if (call?.isVideo && (call.outcome === 'ringing' || call.outcome === 'answered')) return <IconVideo {...look} />
  return createElement(icons[call?.outcome ?? 'missed'], look)
}
