import type { GeoLocation } from '@guiche/contract'
import { Suspense, lazy } from 'react'

const CameraDialog = lazy(() =>
  import('../attachments/camera-dialog.tsx').then((file) => ({ default: file.CameraDialog })),
)
const LocationDialog = lazy(() =>
  import('../attachments/location-dialog.tsx').then((file) => ({ default: file.LocationDialog })),
)

const StickerDialog = lazy(() =>
  import('../attachments/sticker-dialog.tsx').then((file) => ({ default: file.StickerDialog })),
)

export type ComposerDialog = { kind: 'camera' | 'location' } | { kind: 'sticker'; picture: File; url: string }

interface Props {
  open: ComposerDialog | undefined
  onTaken: (picture: File) => void
  onLocation: (location: GeoLocation) => void
  onSticker: (picture: File, url: string) => void
  onClose: () => void
}

export function ComposerDialogs({ open, onTaken, onLocation, onSticker, onClose }: Props) {
  return (
    <Suspense>
      {open?.kind === 'camera' && <CameraDialog onTaken={onTaken} onClose={onClose} />}
      {open?.kind === 'location' && <LocationDialog onSend={onLocation} onClose={onClose} />}
      {open?.kind === 'sticker' && (
        <StickerDialog
          name={open.picture.name}
          url={open.url}
          onSend={() => onSticker(open.picture, open.url)}
          onClose={() => {
            URL.revokeObjectURL(open.url)
            onClose()
          }}
        />
      )}
    </Suspense>
  )
}
