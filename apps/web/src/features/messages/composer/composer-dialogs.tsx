import type { GeoLocation } from '@guiche/contract'
import { Suspense, lazy } from 'react'

const CameraDialog = lazy(() =>
  import('../attachments/camera-dialog.tsx').then((file) => ({ default: file.CameraDialog })),
)
const LocationDialog = lazy(() =>
  import('../attachments/location-dialog.tsx').then((file) => ({ default: file.LocationDialog })),
)

export type ComposerDialog = 'camera' | 'location'

interface Props {
  open: ComposerDialog | undefined
  onTaken: (picture: File) => void
  onLocation: (location: GeoLocation) => void
  onClose: () => void
}

export function ComposerDialogs({ open, onTaken, onLocation, onClose }: Props) {
  return (
    <Suspense>
      {open === 'camera' && <CameraDialog onTaken={onTaken} onClose={onClose} />}
      {open === 'location' && <LocationDialog onSend={onLocation} onClose={onClose} />}
    </Suspense>
  )
}
