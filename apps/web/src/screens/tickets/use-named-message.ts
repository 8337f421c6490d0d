import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'
import { messageInAddress, messageOf } from '../../lib/message-in-address.ts'

/** Jumps to the message that the address names, and takes it out of the address. */
export function useNamedMessage(jump: (messageId: number) => void): void {
  const messageId = messageOf(useSearch({ strict: false }))
  const navigate = useNavigate()
  const goThere = useEffectEvent((id: number) => {
    jump(id)
    void navigate({ to: '.', search: messageInAddress(undefined), replace: true })
  })
  useEffect(() => {
    if (messageId !== undefined) goThere(messageId)
  }, [messageId])
}
