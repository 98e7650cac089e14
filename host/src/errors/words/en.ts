/** What stands instead of a page. */
export const en = {
  notFound: 'Page Not Found',
  notFoundText: "The page you're looking for doesn't exist.",
  goHome: 'Go Home',
  dashboard: 'Dashboard',
  settings: 'Settings',
  signIn: 'Sign in',
  broken: 'Oops! Something went wrong',
  brokenText: 'We encountered an unexpected error. Please try refreshing the page.',
  refresh: 'Refresh Page',
  copyDetails: 'Copy details',
  detailsCopied: 'Details copied',
  newVersion: 'New version',
  newVersionHere: 'A new version of {product} is here.',
  newVersionText: 'Reload to go on. Nothing you entered is lost.',
  reload: 'Reload',
  notLoaded: '{label} could not be loaded',
  notLoadedText: 'The rest of {product} works. Nothing you entered elsewhere is lost.',
  notAvailable: '{label} is not available right now',
  notAvailableText:
    'It did not start several times in this browser, so it waits until you try again. The rest of {product} works.',
  tryAgain: 'Try again',
} as const
