# Hosts made of network namespaces on this one machine, for ansible/prove, which sources this. Each has an address, a root folder
# (an overlay of this machine's), and runs systemd with sshd. Nothing of it outlives remove_hosts.
#
# Takes: here (the folder of the playbooks), work (a folder), hosts (names). Sets: net, bridge, address[name].
declare -A address=()
host_pids=()

# Says why hosts cannot be made here, if so.
why_no_hosts() {
  ((EUID == 0)) || { echo "it takes root"; return; }
  [[ -x /lib/systemd/systemd ]] || { echo "systemd is not installed"; return; }
  { ip link add "$bridge" type bridge && ip link del "$bridge"; } 2>&1 || { echo "no bridges"; return; }
  unshare --net --mount --pid --ipc --uts --cgroup --fork true 2>&1 || { echo "no namespaces"; return; }
  mkdir -p "$work/probe"
  { mount -t cgroup2 none "$work/probe" && umount "$work/probe"; } 2>&1 || echo "no mounts"
}

# What runs first in a host: arranges its root folder, then becomes systemd.
write_boot() {
  cat >"$work/boot" <<'BOOT'
set -eu
name=$1 dir=$2/fs/$1 key=$2/key.pub root=$2/fs/$1/root compiled=$3
mkdir -p "$dir/upper" "$dir/work" "$root"
hostname "$name"
mount --make-rprivate /
mount -t overlay overlay -o "lowerdir=/,upperdir=$dir/upper,workdir=$dir/work" "$root"

# The machine's kernel is not for a host to set.
mount -t proc proc "$root/proc"
mount --bind "$root/proc/sys" "$root/proc/sys"
mount -o remount,bind,ro "$root/proc/sys"
mount -t sysfs -o ro sysfs "$root/sys"
mount -t cgroup2 none "$root/sys/fs/cgroup"
mount -t tmpfs -o mode=755 tmpfs "$root/dev"
mkdir -p "$root/dev/pts" "$root/dev/shm" "$root/dev/net"
for device in null zero full random urandom tty net/tun; do
  [ -e "/dev/$device" ] || continue
  : >"$root/dev/$device"
  mount --bind "/dev/$device" "$root/dev/$device"
done
mount -t devpts -o newinstance,ptmxmode=666 devpts "$root/dev/pts"
ln -s pts/ptmx "$root/dev/ptmx"
ln -s /proc/self/fd "$root/dev/fd"
mount -t tmpfs tmpfs "$root/dev/shm"
mount -t tmpfs tmpfs "$root/tmp"
mount -t tmpfs tmpfs "$root/run"

# A host as it comes from its maker: sshd, a user with sudo, none of the services that this machine has.
rm -rf "$root"/etc/systemd/system/*.wants "$root"/etc/supervisor/conf.d/* "$root"/etc/ssh/ssh_host_* "$root"/etc/prometheus
mkdir -p "$root/etc/prometheus" "$root/etc/systemd/system/multi-user.target.wants" "$root/etc/sudoers.d"
ln -s /lib/systemd/system/ssh.service "$root/etc/systemd/system/multi-user.target.wants/ssh.service"
for unit in systemd-sysctl systemd-udevd systemd-logind systemd-timesyncd systemd-networkd systemd-resolved; do
  ln -sf /dev/null "$root/etc/systemd/system/$unit.service"
done
echo "$name" >"$root/etc/hostname"
chroot "$root" userdel --force deploy 2>/dev/null || true
chroot "$root" useradd --create-home --shell /bin/bash --password '*' deploy
mkdir -p "$root/home/deploy/.ssh"
cp "$key" "$root/home/deploy/.ssh/authorized_keys"
chroot "$root" chown -R deploy: /home/deploy
echo 'deploy ALL=(ALL) NOPASSWD: ALL' >"$root/etc/sudoers.d/deploy"
chmod 440 "$root/etc/sudoers.d/deploy"
ssh-keygen -q -t ed25519 -N '' -f "$root/etc/ssh/ssh_host_ed25519_key"
# A host runs hundreds of modules: what is sent for them is compiled once. A line of code in such a file is run when a Python starts.
packages=$root$(chroot "$root" /usr/bin/python3 -c 'import site; print(site.getsitepackages()[0])')
mkdir -p "$packages" "$root/var/cache/fraud-compiled"
chmod 777 "$root/var/cache/fraud-compiled"
cp "$compiled/sitecustomize.py" "$packages/fraud_compiled.py"
echo 'import fraud_compiled' >"$packages/fraud_compiled.pth"
# There is no network to fetch package lists by: what the roles install is on this machine already. An image that was made for
# containers keeps no index of packages, and building it anew is most of the time that a set-up takes.
rm -f "$root"/etc/apt/apt.conf.d/docker-*
mkdir -p "$root/var/lib/apt/periodic"
touch "$root/var/lib/apt/lists" "$root/var/lib/apt/periodic/update-success-stamp"

mkdir -p "$root/before"
cd "$root"
pivot_root . before
cd /
umount -l /before
exec env -i container=fraud PATH=/usr/sbin:/usr/bin:/sbin:/bin /lib/systemd/systemd --log-target=console --unit=multi-user.target
BOOT
}

make_hosts() {
  local number=10 host wire
  ip link add "$bridge" type bridge
  ip addr add "$net.1/24" dev "$bridge"
  ip link set "$bridge" up
  mkdir -p "$work/fs" "$work/cgroup"
  mount -t tmpfs fraud "$work/fs"
  mount -t cgroup2 none "$work/cgroup"
  write_boot
  for host in "${hosts[@]}"; do
    number=$((number + 1)) address[$host]=$net.$number wire=${bridge}v$number
    ip netns add "$bridge-$host"
    ip link add "$wire" type veth peer name eth0 netns "$bridge-$host"
    ip link set "$wire" master "$bridge" up
    ip -n "$bridge-$host" addr add "${address[$host]}/24" dev eth0
    ip -n "$bridge-$host" link set eth0 up
    ip -n "$bridge-$host" link set lo up
    mkdir -p "$work/fs/$host" "$work/cgroup/$bridge-$host"
    # The namespace of control groups begins where the process is when it is made. The host dies with this script, however that ends.
    sh -c 'echo $$ >"$1" && shift && exec "$@"' sh "$work/cgroup/$bridge-$host/cgroup.procs" \
      setpriv --pdeathsig KILL ip netns exec "$bridge-$host" unshare --mount --pid --ipc --uts --cgroup --fork --kill-child \
      sh "$work/boot" "$host" "$work" "$here/testing/compiled" </dev/null >"$work/$host.log" 2>&1 &
    host_pids+=($!)
  done
  for host in "${hosts[@]}"; do await_sshd "$host"; done
}

await_sshd() { # host
  for _ in $(seq 1500); do
    (: <"/dev/tcp/${address[$1]}/22") 2>/dev/null && return
    sleep 0.2
  done
  tail -20 "$work/$1.log" >&2
  fail "no sshd on $1"
}

remove_hosts() {
  local host pid
  # The first process of a namespace takes all others of that namespace with it.
  for pid in "${host_pids[@]}"; do kill -KILL "$pid" 2>/dev/null; wait "$pid" 2>/dev/null; done
  for host in "${!address[@]}"; do
    ip netns del "$bridge-$host" 2>/dev/null
    # A namespace goes some time after its last process; its wire goes now.
    ip link del "${bridge}v${address[$host]##*.}" 2>/dev/null
  done
  ip link del "$bridge" 2>/dev/null
  for _ in $(seq 50); do
    find "$work/cgroup" -mindepth 1 -depth -path "*/$bridge-*" -type d -exec rmdir {} + 2>/dev/null
    compgen -G "$work/cgroup/$bridge-*" >/dev/null || break
    sleep 0.1
  done
  umount "$work/cgroup" 2>/dev/null
  umount -l "$work/fs" 2>/dev/null
}
