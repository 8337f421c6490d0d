import { ActionIcon, Menu, Tooltip } from '@mantine/core'
import { IconCamera, IconMapPin, IconPaperclip, IconPhoto, IconSticker, IconUser } from '@tabler/icons-react'
import { type RefObject, useRef } from 'react'
import { useTranslation } from 'react-i18next'

export interface Attaching {
  onFiles: (files: File[]) => void
  onCamera: () => void
  onSticker: (picture: File) => void
  onContacts: () => void
  onLocation: () => void
}

/** The menu for sending anything except text. A private note takes files only. */
export function AttachMenu({ filesOnly, ...props }: Attaching & { filesOnly: boolean }) {
  return filesOnly ? <AttachFiles onFiles={props.onFiles} /> : <AnythingMenu {...props} />
}

const clip = <IconPaperclip size={20} stroke={1.6} />

/** A button for sending files. */
export function AttachFiles({ onFiles }: Pick<Attaching, 'onFiles'>) {
  const { t } = useTranslation()
  const files = useRef<HTMLInputElement>(null)
  const label = t('messages.composer.attach')
  return (
    <>
      <Tooltip label={label}>
        <ActionIcon size={36} aria-label={label} onClick={() => files.current?.click()}>
          {clip}
        </ActionIcon>
      </Tooltip>
      <FileInput input={files} label={label} multiple onChosen={onFiles} />
    </>
  )
}

function AnythingMenu({ onFiles, onCamera, onSticker, onContacts, onLocation }: Attaching) {
  const { t } = useTranslation()
  const files = useRef<HTMLInputElement>(null)
  const sticker = useRef<HTMLInputElement>(null)
  const label = t('messages.composer.attach')
  return (
    <>
      <Menu position="top-start" width={220}>
        <Menu.Target>
          <ActionIcon size={36} aria-label={label}>
            {clip}
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown aria-label={label}>
          <Menu.Item leftSection={<IconPhoto size={17} stroke={1.7} />} onClick={() => files.current?.click()}>
            {t('messages.attach.files')}
          </Menu.Item>
          <Menu.Item leftSection={<IconCamera size={17} stroke={1.7} />} onClick={onCamera}>
            {t('messages.attach.camera')}
          </Menu.Item>
          <Menu.Item leftSection={<IconSticker size={17} stroke={1.7} />} onClick={() => sticker.current?.click()}>
            {t('messages.attach.sticker')}
          </Menu.Item>
          <Menu.Item leftSection={<IconUser size={17} stroke={1.7} />} onClick={onContacts}>
            {t('messages.attach.contact')}
          </Menu.Item>
          <Menu.Item leftSection={<IconMapPin size={17} stroke={1.7} />} onClick={onLocation}>
            {t('messages.attach.place')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <FileInput input={files} label={label} multiple onChosen={onFiles} />
      <FileInput
        input={sticker}
        label={t('messages.attach.sticker')}
        accept="image/webp,image/png,image/jpeg,image/gif"
        onChosen={([picture]) => picture && onSticker(picture)}
      />
    </>
  )
}

interface FileInputProps {
  input: RefObject<HTMLInputElement | null>
  label: string
  multiple?: boolean
  accept?: string
  onChosen: (files: File[]) => void
}

function FileInput({ input, label, multiple = false, accept, onChosen }: FileInputProps) {
  return (
    <input
      ref={input}
      type="file"
      multiple={multiple}
      accept={accept}
      hidden
      aria-label={label}
      onChange={({ currentTarget }) => {
        onChosen([...(currentTarget.files ?? [])])
        currentTarget.value = ''
      }}
    />
  )
}
