import { Button } from '@mantine/core'
import { IconCameraRotate } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isTouchDevice } from '../../../lib/browser/touch.ts'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { type Refusal, whyRefused } from '../voice/index.ts'
import { type Facing, openCamera, pictureOf } from './camera.ts'
import styles from './camera-dialog.module.css'
import { Refused } from './refused.tsx'

interface Props {
  onTaken: (picture: File) => void
  onClose: () => void
}

/** Shows what a camera sees, and takes one picture of it. */
export function CameraDialog({ onTaken, onClose }: Props) {
  const { t } = useTranslation()
  const video = useRef<HTMLVideoElement>(null)
  const [facing, setFacing] = useState<Facing>('environment')
  const [isReady, setIsReady] = useState(false)
  const [refusal, setRefusal] = useState<Refusal>()
  useEffect(() => {
    const given = new AbortController()
    openCamera(facing, given.signal).then(
      (stream) => {
        if (video.current) video.current.srcObject = stream
      },
      (error: unknown) => {
        if (!given.signal.aborted) setRefusal(whyRefused(error))
      },
    )
    return () => given.abort()
  }, [facing])

  /** A double click takes one picture only. */
  function take() {
    setIsReady(false)
    if (video.current) pictureOf(video.current).then(onTaken, (error: unknown) => setRefusal(whyRefused(error)))
  }

  function turn() {
    setIsReady(false)
    setFacing(facing === 'user' ? 'environment' : 'user')
  }

  return (
    <Dialog
      title={t('messages.camera.title')}
      action={t('messages.camera.take')}
      isActionDisabled={!isReady}
      size={640}
      onClose={onClose}
      onSubmit={take}
    >
      {refusal ? (
        <Refused why={t(`messages.camera.refused.${refusal}`)} />
      ) : (
        <video
          ref={video}
          className={styles.view}
          aria-label={t('messages.camera.view')}
          autoPlay
          muted
          playsInline
          onLoadedData={() => setIsReady(true)}
        />
      )}
      {isTouchDevice() && !refusal && (
        <Button variant="default" leftSection={<IconCameraRotate size={17} stroke={1.7} />} onClick={turn}>
          {t('messages.camera.turn')}
        </Button>
      )}
    </Dialog>
  )
}
