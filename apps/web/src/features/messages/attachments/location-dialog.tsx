import { type GeoLocation, limits } from '@guiche/contract'
import { Anchor, Button, TextInput } from '@mantine/core'
import { IconCurrentLocation, IconExternalLink } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { pointIn } from './point.ts'
import { Refused } from './refused.tsx'
import { usePosition } from './use-position.ts'

/**
 * A location to send: that of this device, or typed, or pasted from a map. No map is loaded, so no third party learns
 * it.
 */
export function LocationDialog({ onSend, onClose }: { onSend: (location: GeoLocation) => void; onClose: () => void }) {
  const { t } = useTranslation()
  const [text, setText] = useState('')
  const [name, setName] = useState('')
  const [address, setAddress] = useState('')
  const [isTold, setIsTold] = useState(false)
  const point = pointIn(text)
  const { ask, isAsking, refusal } = usePosition(({ latitude, longitude }) =>
    setText(`${latitude.toFixed(6)}, ${longitude.toFixed(6)}`),
  )

  function send() {
    setIsTold(true)
    if (typeof point !== 'string') onSend({ ...point, name: name.trim(), address: address.trim() })
  }

  return (
    <Dialog
      title={t('messages.place.title')}
      action={t('messages.place.send')}
      isDirty={[text, name, address].some((field) => field.trim() !== '')}
      onClose={onClose}
      onSubmit={send}
    >
      <Button
        variant="default"
        leftSection={<IconCurrentLocation size={17} stroke={1.7} />}
        loading={isAsking}
        onClick={ask}
      >
        {t('messages.place.here')}
      </Button>
      {refusal && <Refused why={t(`messages.place.refused.${refusal}`)} />}
      <TextInput
        data-autofocus
        withAsterisk
        label={t('messages.place.point')}
        description={t('messages.place.pointText')}
        placeholder="-23.550520, -46.633308"
        value={text}
        maxLength={2000}
        error={(isTold || text.trim() !== '') && typeof point === 'string' && t(`messages.place.no.${point}`)}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
      {typeof point !== 'string' && (
        <Anchor
          size="sm"
          href={`https://www.google.com/maps?q=${point.latitude},${point.longitude}`}
          target="_blank"
          rel="noopener noreferrer"
        >
          {t('messages.openMap')} <IconExternalLink size={14} aria-hidden style={{ verticalAlign: '-2px' }} />
        </Anchor>
      )}
      <TextInput
        label={t('messages.place.name')}
        value={name}
        maxLength={limits.placeName}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
      />
      <TextInput
        label={t('messages.place.address')}
        value={address}
        maxLength={limits.placeAddress}
        onChange={({ currentTarget }) => setAddress(currentTarget.value)}
      />
    </Dialog>
  )
}
