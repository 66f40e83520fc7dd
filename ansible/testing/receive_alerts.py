"""Receives what Alertmanager sends, for ansible/prove: a line an alert, with the receiver's name, what happened and its labels.

python3 receive_alerts.py ADDRESS FILE     prints the port that it listens on
"""
import http.server
import json
import sys

address, file = sys.argv[1:]


class Receiver(http.server.BaseHTTPRequestHandler):
    def do_POST(self):  # pylint: disable=invalid-name
        message = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        with open(file, "a", encoding="utf-8") as out:
            for alert in message["alerts"]:
                out.write(json.dumps({"receiver": self.path.strip("/"), "status": alert["status"],
                                      "runbook_url": alert["annotations"].get("runbook_url"), **alert["labels"]}) + "\n")
        self.send_response(200)
        self.end_headers()

    def log_message(self, format, *args):  # pylint: disable=redefined-builtin
        pass


server = http.server.HTTPServer((address, 0), Receiver)
print(server.server_port, flush=True)
server.serve_forever()
