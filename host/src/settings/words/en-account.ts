/** What the settings say about the owner's sign-ins, data and account. */
export const accountWords = {
  accountSecurity: 'Security',
  sessions: 'Sessions',
  devices: 'Devices',
  devicesHint:
    'Where you are signed in. Sign out every device that you do not know or no longer use.',
  loadingDevices: 'Loading your devices',
  devicesLost: 'Your devices could not be loaded.',
  unknownDevice: 'Unknown device',
  isThisDevice: 'This device',
  activeNow: 'Active now',
  lastUsed: 'Last used',
  signedIn: 'Signed in on {date}',
  signOut: 'Sign out',
  signOutDevice: 'Sign out {device}',
  signOutThis: 'Sign out this device',
  signOutQuestion: 'Sign out {device}?',
  signOutMeans: 'It is signed out at once. To sign in again, a code is needed.',
  signOutOthers: 'Sign out all other devices',
  signOutOthersQuestion: 'Sign out all other devices?',
  signOutOthersMeans: 'They are signed out at once. To sign in again, each needs a code.',
  onlyThisDevice: 'Only this device is signed in.',
  stillSignedIn: 'Nothing was signed out. {reason}',

  account: 'Account and data',
  dataExport: 'Your data',
  dataExportHint:
    'One file with your jobs, chats, notes, answers and payments as tables. Photos, voice messages, documents and the PDFs of invoices are not in it: download them where they are.',
  makeExport: 'Create export',
  exportRuns: 'Creating the export. Keep this tab open.',
  dataImport: 'Import',
  dataImportHint:
    'Adds the export of another account to this one: its jobs, paused; contacts; chats, closed; notes and answers; and settings that you have not chosen here. What you have already stays as it is. Not taken over: credit and invoices, photos and other files, reminders, your number and other connections, and the addresses that get answers.',
  chooseImport: 'Import a file…',
  importRuns: 'Importing. Keep this tab open.',
  imported:
    'Imported. Jobs: {jobs}, contacts: {contacts}, chats: {chats}, messages: {messages}, answers: {answers}, notes: {remarks}, settings: {settings}. Check each job before you resume it.',
  importedBefore: 'Everything in this file is here already.',
  importTooLarge:
    'Nothing was imported: the file is larger than 16 MB. Delete old chats where it comes from, and make a new export.',
  importTooManyJobs:
    'Nothing was imported: an account has at most 500 jobs. Delete some here, or where the file comes from; deleted jobs count for 30 days.',
  importNoExport:
    'Nothing was imported: this is not an export, or it is too large when unpacked. Choose the ZIP file that “Create export” made, unchanged.',
  importBroken:
    'Nothing was imported: the file is damaged or was changed at {at}. Make a new export, and choose that file unchanged.',
  deleteAccount: 'Delete account',
  deleteAccountAsk: 'Delete account…',
  deleteHint:
    'Your jobs stop immediately. After 30 days everything but the invoices is deleted for good; until then, signing in again brings it back, with jobs paused and nothing connected.',
  deleteQuestion: 'Delete your account?',
  whatGoes: 'What is deleted:',
  lossProfile: 'your profile: name, e-mail and phone number',
  lossJobs: 'all jobs with their instructions and fields',
  lossChats: 'all chats, notes and answers of your customers',
  lossCredit: 'your remaining balance; it is not refunded',
  lossFiles: 'files that customers sent',
  whatStays:
    'Invoices are kept as long as the law requires. For 30 days, signing in with the same number brings the rest back, with jobs paused; WhatsApp, e-mail and the calendar have to be connected again.',
  accountDeleted: 'Account deleted successfully',
  deleteFailed: 'Failed to delete account',
} as const
