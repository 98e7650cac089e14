import { Briefcase, MessageCircle, Wallet } from 'lucide-react'
import { useState } from 'react'

import {
  Button,
  CommandPalette,
  ConfirmDialog,
  Dialog,
  Popover,
  Sheet,
  ShortcutSheet,
  showUndoToast,
  TextField,
  Tooltip,
} from '../../../src/index.ts'
import { Specimen } from '../specimen.tsx'

const commands = [
  {
    label: 'Go to',
    items: [
      {
        id: 'jobs',
        label: 'Jobs',
        shortcut: 'g j',
        icon: <Briefcase size={16} />,
        onSelect: quiet,
      },
      {
        id: 'chats',
        label: 'Chats',
        shortcut: 'g c',
        icon: <MessageCircle size={16} />,
        onSelect: quiet,
      },
      {
        id: 'billing',
        label: 'Billing',
        keywords: 'money',
        icon: <Wallet size={16} />,
        onSelect: quiet,
      },
    ],
  },
  {
    label: 'Chats',
    items: [{ id: 'ravi', label: 'Ravi Kumar', hint: 'Booking', onSelect: quiet }],
  },
]

const shortcuts = [
  {
    label: 'Everywhere',
    shortcuts: [
      { keys: 'Ctrl K', label: 'Find anything' },
      { keys: '?', label: 'This sheet' },
    ],
  },
  {
    label: 'Chats',
    shortcuts: [
      { keys: 'j', label: 'Next chat' },
      { keys: 'r', label: 'Reply' },
    ],
  },
]

function quiet() {
  return undefined
}

type Open = 'dialog' | 'sheet' | 'confirm' | 'palette' | 'shortcuts'

/** What floats. */
export function Overlays() {
  const [open, setOpen] = useState<Open>()
  const close = () => setOpen(undefined)
  return (
    <Specimen title="What floats" isRow>
      <Tooltip text="The exact words" shortcut="Ctrl D">
        <Button>Tooltip</Button>
      </Tooltip>
      <Popover label="Filters" trigger={<Button>Popover</Button>}>
        <TextField label="Since" type="date" />
      </Popover>
      <Button onClick={() => setOpen('dialog')}>Dialog</Button>
      <Button onClick={() => setOpen('sheet')}>Sheet</Button>
      <Button onClick={() => setOpen('confirm')}>Confirmation</Button>
      <Button onClick={() => setOpen('palette')}>Command palette</Button>
      <Button onClick={() => setOpen('shortcuts')}>Shortcut sheet</Button>
      <Button
        onClick={() =>
          showUndoToast({ message: 'Job deleted', what: 'deleting Greeter', onUndo: quiet })
        }
      >
        Undo toast
      </Button>
      {(['dialog', 'sheet'] as const).map((look) => (
        <DialogOf key={look} look={look} isOpen={open === look} onClose={close} />
      ))}
      <ConfirmDialog
        isOpen={open === 'confirm'}
        title="Delete your account?"
        confirmLabel="Delete account"
        tone="danger"
        typedText="DELETE"
        onConfirm={close}
        onCancel={close}
      >
        Jobs, chats and invoices are deleted. This cannot be undone.
      </ConfirmDialog>
      <CommandPalette isOpen={open === 'palette'} onClose={close} groups={commands} />
      <ShortcutSheet isOpen={open === 'shortcuts'} onClose={close} groups={shortcuts} />
    </Specimen>
  )
}

interface DialogOfProps {
  look: 'dialog' | 'sheet'
  isOpen: boolean
  onClose: () => void
}

function DialogOf({ look, isOpen, onClose }: DialogOfProps) {
  const Kind = look === 'sheet' ? Sheet : Dialog
  return (
    <Kind
      isOpen={isOpen}
      onClose={onClose}
      title="Save for later"
      description="The chat comes back to the top when the time has come."
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" onClick={onClose}>
            Save
          </Button>
        </>
      }
    >
      <TextField label="Note" hint="Only you see this." />
    </Kind>
  )
}
