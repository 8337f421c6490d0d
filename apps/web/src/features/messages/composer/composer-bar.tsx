import type { RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { useIsPhone } from '../../../ui/use-is-phone.ts'
import { AttachMenu, type Attaching } from '../attachments/index.ts'
import { ComposerField } from './composer-field.tsx'
import styles from './composer.module.css'
import { EmojiButton } from './emoji/emoji-button.tsx'
import { type ComposerExtension, ExtensionButtons, insertAt, useFieldMenu } from './extensions/index.ts'
import { SendButton } from './send-button.tsx'
import type { useComposer } from './use-composer.ts'

interface Props extends Attaching {
  composer: ReturnType<typeof useComposer>
  isEditing: boolean
  extensions: readonly ComposerExtension[]
  onSend: () => void
  onEscape: () => void
  /** Returns the focus to the text. */
  toText: () => void
  /** Writes into the empty field. */
  onBegin: (text: string) => void
  onRecord: () => void
  /** True while the browser asks for permission to use the microphone. */
  isAsking: boolean
  field: RefObject<HTMLTextAreaElement | null>
  button: RefObject<HTMLButtonElement | null>
}

/** The field with its buttons at both sides. */
export function ComposerBar(props: Props) {
  const {
    composer,
    isEditing,
    extensions,
    onSend,
    onEscape,
    onFiles,
    toText,
    onBegin,
    onRecord,
    isAsking,
    field,
    button,
  } = props
  const { isPrivate, text, isEmpty, write, obstacle } = composer
  const { t } = useTranslation()
  const isPhone = useIsPhone()
  const offered = isEditing ? none : extensions
  const { attachStored } = composer
  const menu = useFieldMenu({ extensions: offered, text, onText: write, onStored: attachStored, field })

  function insert(piece: string) {
    const area = field.current
    const [from, to] = [area?.selectionStart ?? text.length, area?.selectionEnd ?? text.length]
    write(insertAt({ field: area, text, from, to }, piece))
  }

  return (
    <div className={styles.bar}>
      {menu.menu}
      {!isEditing && <AttachMenu {...props} filesOnly={isPrivate} />}
      <EmojiButton onPick={insert} onClosed={toText} />
      {!isPhone && <ExtensionButtons extensions={offered} isOn={text === ''} onPress={onBegin} />}
      <ComposerField
        isPrivate={isPrivate}
        text={text}
        isEmpty={isEmpty}
        onText={write}
        onSend={onSend}
        onEscape={onEscape}
        onBlur={composer.stopTyping}
        onFiles={isEditing ? undefined : onFiles}
        placeholder={composer.attachments.length > 0 ? t('messages.composer.caption') : undefined}
        obstacle={obstacle}
        menu={menu}
        field={field}
      />
      <SendButton
        isPrivate={isPrivate}
        isEmpty={isEmpty}
        obstacle={obstacle}
        onSend={onSend}
        onRecord={isEditing ? undefined : onRecord}
        isAsking={isAsking}
        button={button}
      />
    </div>
  )
}

const none: ComposerExtension[] = []
