import { useImages } from './use-images.ts'
import { Viewer } from './viewer.tsx'

interface Props {
  ticketId: number
  /** The message whose picture is shown first. */
  start: number
  onJump: (messageId: number) => void
  onClose: () => void
}

/** Pictures and videos of the whole conversation of a ticket. */
export function Gallery({ ticketId, start, onJump, onClose }: Props) {
  return <Viewer shown={useImages(ticketId, start)} onJump={onJump} onClose={onClose} />
}
